-- Who reserved an upload: nobody else reads or deletes it. Uploads from before have none and expire within a day.
alter table upload add column created_by_id text;
