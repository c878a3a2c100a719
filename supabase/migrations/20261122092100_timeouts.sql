-- How long a request's statement may run, wait for a lock, or leave its transaction open. A hosted project's PostgREST sets
-- these for each request; for a PostgreSQL of one's own the site's server also sets them for its connections.
do $$
declare
  limits constant jsonb := '{"anon": "3s", "authenticated": "8s", "service_role": "8s"}';
  role_name text;
  statement_limit text;
begin
  for role_name, statement_limit in select * from jsonb_each_text(limits) loop
    -- Roles belong to the whole server: another database's migration may have set them.
    continue when exists (
      select from pg_catalog.pg_roles
      where rolname = role_name and rolconfig @> array['statement_timeout=' || statement_limit, 'lock_timeout=5s']
    );
    begin
      execute format('alter role %I set statement_timeout = %L', role_name, statement_limit);
      execute format('alter role %I set lock_timeout = %L', role_name, '5s');
      execute format('alter role %I set idle_in_transaction_session_timeout = %L', role_name, '15s');
    exception when insufficient_privilege or internal_error or unique_violation then
      -- An owner without power over roles, or another database's migration in the same moment.
      raise warning 'no time limits were set for the role %: %', role_name, sqlerrm;
    end;
  end loop;
end;
$$;
