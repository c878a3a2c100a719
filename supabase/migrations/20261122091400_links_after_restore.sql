-- Links and known networks of the one who changed the email end with the sessions; expired links are pruned.

create or replace function public.restore_email(link_hash text) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  change private.email_changes;
begin
  select * into change from private.email_changes
  where token_hash = link_hash and changed_at > now() - interval '7 days' for update;
  if not found then return 'link-expired'; end if;
  -- An account that was never confirmed does not hold the email of another.
  delete from auth.users
  where lower(email) = lower(change.old_email) and id <> change.user_id and email_confirmed_at is null;
  if exists (select from auth.users where lower(email) = lower(change.old_email) and id <> change.user_id) then
    return 'email-taken';
  end if;

  update auth.users set
    email = change.old_email,
    encrypted_password = null,
    email_change = '',
    email_change_token_new = '',
    email_change_token_current = '',
    recovery_token = '',
    confirmation_token = '',
    reauthentication_token = ''
  where id = change.user_id;
  update auth.identities set
    identity_data = identity_data || jsonb_build_object('email', change.old_email, 'email_verified', true)
  where user_id = change.user_id and provider = 'email';
  delete from auth.refresh_tokens where user_id::text = change.user_id::text;
  delete from auth.sessions where user_id = change.user_id;
  delete from auth.flow_state where user_id = change.user_id;
  delete from private.link_sessions where user_id = change.user_id;
  delete from private.mail_links where user_id = change.user_id;
  delete from private.known_networks where user_id = change.user_id;
  -- The email just given up gets no way back, and links mailed for changes in between hold no longer.
  delete from private.email_changes where user_id = change.user_id;
  return 'restored';
end;
$$;

create or replace function public.prune_accounts() returns void
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
  delete from private.email_changes where changed_at < now() - interval '7 days';
  delete from private.mail_links where expires_at < now();
  delete from private.known_networks where used_at < now() - interval '180 days';
$$;
