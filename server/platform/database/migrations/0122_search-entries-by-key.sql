-- A connection keeps its plans. One that was made while there were few entries would read all of them for each record that is written,
-- also when one transaction writes thousands.
alter function put_search_entry(search_entry, "char", jsonb) set enable_seqscan = off;
