-- Feedback is kept for two years: what nobody has acted upon by then is deleted.
create function private.prune_feedback() returns void
language sql
set search_path = ''
as $$
  delete from public.feedback where created_at < now() - interval '2 years';
$$;

select public.apply_grants();
