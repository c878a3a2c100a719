-- Restores the email to which the link was sent, ends every session and removes the password, because whoever changed
-- the email knew it. Returns `restored`, `link-expired`, or `email-taken` if another account has confirmed the email
-- since.
create or replace function public.restore_email(link_hash text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  change private.email_changes;
begin
  select * into change from private.email_changes
  where token_hash = link_hash and changed_at > now() - interval '7 days' for update;
  if not found then return 'link-expired'; end if;
  -- An account that was never confirmed does not block the email of another.
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
  -- Links and known networks of whoever changed the email are deleted with the sessions.
  delete from private.mail_links where user_id = change.user_id;
  delete from private.known_networks where user_id = change.user_id;
  -- The email that is given up here gets no way back, and links sent for later changes become invalid. Links of earlier
  -- changes stay: whoever changed the email twice could otherwise end the owner's way back by the second link.
  delete from private.email_changes where user_id = change.user_id and changed_at >= change.changed_at;
  return 'restored';
end;
$$;
