-- Removes the permissions that no operation requires: those on invitations and teams, and the deletion of penetration tests. Nobody loses
-- anything, so the change is neither remembered as a loss nor stamped as an update.
alter table custom_role disable trigger user;
update custom_role set permissions = permissions - '{invitation,team}'::text[]
  where jsonb_typeof(permissions) = 'object' and permissions ?| '{invitation,team}';
update custom_role set permissions = jsonb_set(permissions, '{pentest}', (permissions -> 'pentest') - 'delete')
  where jsonb_typeof(permissions -> 'pentest') = 'array' and permissions -> 'pentest' ? 'delete';
alter table custom_role enable trigger user;

update api_key set scopes = array_remove(scopes, 'pentest:delete') where 'pentest:delete' = any (scopes);
update lost_role set permissions = array(select pair from unnest(permissions) as pair
    where pair !~ '^(invitation|team):' and pair <> 'pentest:delete')
  where exists (select from unnest(permissions) as pair where pair ~ '^(invitation|team):' or pair = 'pentest:delete');
