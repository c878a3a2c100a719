-- Deletes what has served its time. The embedded server calls it every six hours, a hosted project by pg_cron.
create function public.prune_accounts() returns void
language sql
security definer
set search_path = ''
as $$
  delete from auth.audit_log_entries where created_at < now() - interval '90 days';
  delete from auth.sessions
  where not_after < now()
    or greatest(created_at, refreshed_at at time zone 'utc') < now() - interval '90 days';
  -- A revoked token is kept for a week, so that its reuse is noticed and ends the session.
  delete from auth.refresh_tokens where revoked and updated_at < now() - interval '7 days';
  delete from auth.flow_state where created_at < now() - interval '1 day';
  delete from private.link_sessions where started_at < now() - interval '1 hour';
  delete from private.password_attempts where since < now() - interval '1 hour';
  delete from private.identity_proofs where proven_at < now() - interval '2 hours';
  delete from private.email_changes where changed_at < now() - interval '7 days';
  delete from private.mail_links where expires_at < now();
  delete from private.known_networks where used_at < now() - interval '180 days';
  delete from private.preregistration_links where created_at < now() - interval '7 days';
  delete from public.api_preregistrations as registration
  where confirmed_at is null and created_at < now() - interval '7 days' and not exists (
    select from private.preregistration_links as link where link.preregistration_id = registration.id
  );
$$;

revoke execute on function public.prune_accounts from public, anon, authenticated, service_role;

do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('prune-accounts', '17 */6 * * *', 'select public.prune_accounts()');
  end if;
end;
$$;
