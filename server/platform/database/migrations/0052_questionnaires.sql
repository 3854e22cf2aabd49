-- The customer's own id of a question, the heading that it stands under, and in a workbook the cell for its answer.
alter table question_answer
  add column reference text check (length(reference) <= 100),
  add column section text check (length(section) <= 300),
  add column location jsonb;
