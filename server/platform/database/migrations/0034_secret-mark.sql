-- What the SECRET is known by that this database was written with (server/platform/database/secret-mark.ts). One row at most.
create table secret_mark (
  id boolean primary key default true check (id),
  mark text not null
);
