/** An assignee, author or other member, in the format of the API. */
export interface Person {
  /** The member id. */
  readonly id: string;
  readonly user: { readonly id: string; readonly name: string; readonly email: string; readonly image: string | null };
}

/** @returns the columns of a joined member, for `personFromRow` @param alias the alias of the member in the query */
export function personColumns<Alias extends string>(alias: Alias) {
  return [
    `${alias}.id as ${alias}Id`,
    `${alias}.user_id as ${alias}UserId`,
    `${alias}.name as ${alias}Name`,
    `${alias}.email as ${alias}Email`,
    `${alias}.image as ${alias}Image`,
  ] as const;
}

/** A row with the columns of a joined member. */
export type WithPerson<Alias extends string> = Readonly<Record<`${Alias}${'Id' | 'UserId' | 'Name' | 'Email' | 'Image'}`, string | null>>;

/** @param row a row with `personColumns` @returns the joined member; null if the row has none */
export function personFromRow<Alias extends string>(row: WithPerson<Alias>, alias: Alias): Person | null {
  const [id, userId] = [row[`${alias}Id` as const], row[`${alias}UserId` as const]];
  const [name, email] = [row[`${alias}Name` as const], row[`${alias}Email` as const]];
  if (id === null || userId === null || name === null || email === null) return null;
  return toPerson({ id, userId, name, email, image: row[`${alias}Image` as const] });
}

/** @param member its `id` is the member id @returns the member in the format of the API */
export function toPerson({
  id,
  userId,
  name,
  email,
  image,
}: {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly image: string | null;
}): Person {
  return { id, user: { id: userId, name, email, image } };
}
