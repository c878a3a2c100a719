-- The way back after a change of email: the previous one, for seven days. The embedded server mails a link to it, with a
-- random token of 256 bits of which only the hash is stored.

create table private.email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  old_email text not null check (char_length(old_email) <= 255),
  new_email text not null check (char_length(new_email) <= 255),
  -- SHA-256, in base64url, of the link's 256 random bits. Null: no link was mailed yet.
  token_hash text unique check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  changed_at timestamptz not null default now()
);

create index email_changes_user_id on private.email_changes (user_id);

alter table private.email_changes enable row level security;
revoke all on private.email_changes from public, anon, authenticated, service_role;

-- Whatever changed the email: a confirmed link, a code, or an administrator.
create function public.note_email_change() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.email_changes (user_id, old_email, new_email) values (new.id, old.email, new.email);
  return null;
end;
$$;

create trigger note_email_change after update of email on auth.users
  for each row
  when (old.email <> '' and new.email <> '' and lower(old.email) <> lower(new.email) and old.email_confirmed_at is not null)
  execute function public.note_email_change();

-- Restores the email that the link was mailed to, signs every session out and removes the password, which the one who
-- changed the email knew. Returns `restored`, `link-expired`, or `email-taken`: someone else has confirmed it since.
create function public.restore_email(link_hash text) returns text
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
  -- Links and known networks of the one who changed the email end with the sessions.
  delete from private.mail_links where user_id = change.user_id;
  delete from private.known_networks where user_id = change.user_id;
  -- The email just given up gets no way back, and links mailed for changes in between hold no longer.
  delete from private.email_changes where user_id = change.user_id;
  return 'restored';
end;
$$;

revoke execute on function public.note_email_change, public.restore_email from public, anon, authenticated, service_role;
