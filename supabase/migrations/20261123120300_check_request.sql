-- Who was disabled is refused at once, also with an access token that has not expired: PostgREST calls this before each request, in
-- its transaction and with its role, and so does the embedded server. It covers tables and functions alike, by one look at a primary
-- key; a policy would leave out the functions that run as their owner.
create function public.check_request() returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if exists (select from private.people where user_id = auth.uid() and disabled_at is not null) then
    raise insufficient_privilege using message = 'This account is disabled', hint = 'account-disabled';
  end if;
end;
$$;

-- PostgREST's own role, which the embedded server does not have.
do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'public.check_request';
    notify pgrst, 'reload config';
  end if;
end;
$$;

create function private.grant_check_request() returns void
language sql
set search_path = ''
as $$
  grant execute on function public.check_request to anon, authenticated, service_role;
$$;

select public.apply_grants();
