import { acceptInvitation } from './accept-invitation.ts';
import { backupInstallation } from './backup.ts';
import { type Command, UsageError, type Work } from './command.ts';
import { confirmAddress } from './confirm-address.ts';
import { createKey } from './create-key.ts';
import { createOrganization } from './create-organization.ts';
import { createSession } from './create-session.ts';
import { distribute } from './distribute.ts';
import { exportOrganization } from './export.ts';
import { importOrganization } from './import.ts';
import { listKeys } from './list-keys.ts';
import { listOrganizations } from './list-organizations.ts';
import { applyMigrations } from './migrate.ts';
import { partitionAudit } from './partition-audit.ts';
import { replaceSecret } from './replace-secret.ts';
import { restoreInstallation } from './restore.ts';
import { revokeKey } from './revoke-key.ts';
import { showStatus } from './status.ts';
import { storeAgent } from './store-agent.ts';
import { verifyAudit } from './verify-audit.ts';
import { verifyBackup } from './verify-backup.ts';
import { verifyEvidence } from './verify-evidence.ts';

export const commands: readonly Command[] = [
  showStatus,
  createOrganization,
  listOrganizations,
  createKey,
  revokeKey,
  listKeys,
  createSession,
  acceptInvitation,
  confirmAddress,
  storeAgent,
  applyMigrations,
  replaceSecret,
  // `backup verify` must come before `backup`, because the first command that matches the arguments is chosen.
  verifyBackup,
  backupInstallation,
  restoreInstallation,
  exportOrganization,
  importOrganization,
  verifyAudit,
  partitionAudit,
  distribute,
  verifyEvidence,
];

/** Finds the command for these arguments and plans its work. @throws UsageError if there is no such command, or its options are invalid */
export function planCommand(args: readonly string[]): Work {
  const command = commands.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '));
  if (command) return command.plan(args.slice(command.name.split(' ').length));
  throw new UsageError(
    args.length
      ? `there is no command "${args.slice(0, 2).join(' ')}"; "help" lists the commands`
      : 'a command is missing; "help" lists the commands',
  );
}
