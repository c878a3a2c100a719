-- Profiles of members, changes of email, feedback and pre-registrations for the API.
--
-- After a change of email, the owner of the previous mailbox can take the account back for seven days. The embedded
-- server sends a link with 256 random bits, of which only the hash is stored. A pre-registration counts once the owner
-- of the mailbox has opened the link that was sent to it. An unconfirmed one is erased seven days after its last email.

-- Returns a name in the form in which it may be shown: without characters that are invisible or change the writing
-- direction, trimmed, at most 50 characters. Returns null when nothing is left. The joiners U+200C and U+200D stay,
-- because emoji and some scripts need them.
create function public.clean_username(name text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(rtrim(left(regexp_replace(
    regexp_replace(name, '[\u0001-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]', '', 'g'),
    '^[ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+|[ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+$', '', 'g'
  ), 50)), '');
$$;

-- Profiles of members, created at sign-up. Members may change their name and language.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  -- Username, or null if none was given. It need not be unique, because members sign in with their email address.
  username text check (username is not distinct from public.clean_username(username)),
  -- Language tag such as `zh`, or null if none was saved.
  language text check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger keep_times before update on public.profiles
  for each row execute function public.keep_times();

alter table public.profiles enable row level security;

create policy "own, and all with users.read" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or (select public.has_permission('users.read')));

create policy "own" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));

-- Creates the profile of a new account. A client can send any metadata at sign-up: invalid values are left out, and the
-- sign-up succeeds.
create function public.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  name jsonb := new.raw_user_meta_data -> 'username';
begin
  insert into public.profiles (id, username, language)
  values (
    new.id,
    case when jsonb_typeof(name) = 'string' then public.clean_username(name #>> '{}') end,
    substring(new.raw_user_meta_data ->> 'language' from '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$')
  );
  return null;
end;
$$;

create trigger create_profile after insert on auth.users
  for each row execute function public.create_profile();

-- Previous emails of accounts whose email was changed, from which the account can be restored.
create table private.email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  old_email text not null check (char_length(old_email) <= 255),
  new_email text not null check (char_length(new_email) <= 255),
  -- SHA-256, in base64url, of the link's 256 random bits. Null while no link has been sent.
  token_hash text unique check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  changed_at timestamptz not null default now()
);

create index email_changes_user_id on private.email_changes (user_id);
alter table private.email_changes enable row level security;

-- Records a change of email, whether by a confirmed link, a code or an administrator.
create function public.note_email_change() returns trigger
language plpgsql security definer set search_path = ''
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

-- Restores the email to which the link was sent, ends every session and removes the password, because whoever changed
-- the email knew it. Returns `restored`, `link-expired`, or `email-taken` if another account has confirmed the email
-- since.
create function public.restore_email(link_hash text) returns text
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
  -- The email that is given up here gets no way back, and links sent for changes in between become invalid.
  delete from private.email_changes where user_id = change.user_id;
  return 'restored';
end;
$$;

-- Feedback of visitors and members. Only the service stores feedback and pre-registrations, after its own checks and
-- rate limits.
create table public.feedback (
  id bigint generated always as identity primary key,
  text text not null check (char_length(text) between 1 and 5000),
  -- Email address for an answer, or null if none is wanted.
  email text check (char_length(email) between 3 and 254 and email ~ '^[^\s@]+@[^\s@]+$'),
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  -- Path of the page that the feedback is about.
  page text check (char_length(page) between 1 and 300),
  user_id uuid references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);

create index feedback_created_at on public.feedback (created_at desc);
create index feedback_user_id on public.feedback (user_id);
alter table public.feedback enable row level security;

create policy "all with feedback.read" on public.feedback
  for select to authenticated
  using ((select public.has_permission('feedback.read')));

-- Addresses on the waiting list for the API.
create table public.api_preregistrations (
  id bigint generated always as identity primary key,
  email text not null check (char_length(email) between 3 and 254 and email ~ '^[^\s@]+@[^\s@]+$'),
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  created_at timestamptz not null default now(),
  -- Time at which the button of the page behind the mailed link was pressed. Null until then.
  confirmed_at timestamptz
);

create unique index api_preregistrations_email on public.api_preregistrations (lower(email));
alter table public.api_preregistrations enable row level security;

create policy "confirmed ones with feedback.read" on public.api_preregistrations
  for select to authenticated
  using (confirmed_at is not null and (select public.has_permission('feedback.read')));

-- Links that confirm pre-registrations. Used links stay until they are pruned, so that the page can report that they
-- were used.
create table private.preregistration_links (
  -- SHA-256, in base64url, of the link's 256 random bits. Only the email contains the bits themselves.
  token_hash text primary key check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  preregistration_id bigint not null references public.api_preregistrations (id) on delete cascade,
  created_at timestamptz not null default now()
);

create index preregistration_links_preregistration_id on private.preregistration_links (preregistration_id);
create index preregistration_links_created_at on private.preregistration_links (created_at);
alter table private.preregistration_links enable row level security;

-- Stores an unconfirmed pre-registration, with the hash of the link that is sent for it. Earlier links stay valid.
-- Returns false when the address is confirmed already, so that no email is needed.
create function public.request_preregistration(address text, chosen_language text, link_hash text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  registration public.api_preregistrations;
begin
  -- The insert locks the existing row, or waits for the row that a concurrent request is about to store.
  insert into public.api_preregistrations as kept (email, language) values (address, chosen_language)
  on conflict (lower(email)) do update
    set language = case when kept.confirmed_at is null then excluded.language else kept.language end
  returning * into registration;
  if registration.confirmed_at is not null then return false; end if;
  insert into private.preregistration_links (token_hash, preregistration_id) values (link_hash, registration.id);
  return true;
end;
$$;

-- Confirms the pre-registration that belongs to a link, once, within a day. Returns `confirmed`, `already-confirmed`
-- (by this or another of its links) or `link-expired`.
create function public.confirm_preregistration(link_hash text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  link private.preregistration_links;
  registration public.api_preregistrations;
begin
  select * into link from private.preregistration_links where token_hash = link_hash;
  if not found then return 'link-expired'; end if;
  select * into registration from public.api_preregistrations where id = link.preregistration_id for update;
  if not found then return 'link-expired'; end if;
  if registration.confirmed_at is not null then return 'already-confirmed'; end if;
  if link.created_at < now() - interval '1 day' then return 'link-expired'; end if;
  update public.api_preregistrations set confirmed_at = now() where id = registration.id;
  return 'confirmed';
end;
$$;

-- Deletes feedback after two years.
create function private.prune_feedback() returns void
language sql set search_path = ''
as $$
  delete from public.feedback where created_at < now() - interval '2 years';
$$;
