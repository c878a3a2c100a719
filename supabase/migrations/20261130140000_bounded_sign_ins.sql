-- Deletes the entries about renewed sessions after a day, and keeps the newest 1,000 entries about sign-ins and sign-outs
-- of each account. A member who does either in a loop adds hundreds of thousands of entries.
create or replace function private.prune_renewals() returns void
language sql set search_path = ''
as $$
  delete from auth.audit_log_entries
  where created_at < now() - interval '1 day' and payload ->> 'action' in ('token_refreshed', 'token_revoked');
  delete from auth.audit_log_entries where id in (
    select id from (
      select id, row_number() over (partition by payload ->> 'actor_id' order by created_at desc) as place
      from auth.audit_log_entries where payload ->> 'action' in ('login', 'logout')
    ) as entry
    where place > 1000
  );
$$;
