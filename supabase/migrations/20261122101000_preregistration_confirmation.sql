-- A pre-registration for the API counts once the owner of the mailbox has confirmed it: by a link that is mailed, with 256
-- random bits of which the hash alone is stored here. One that is not confirmed is erased seven days after its last mail.

alter table public.api_preregistrations
  -- Null: the button of the page that a mail leads to was not pressed yet.
  add column confirmed_at timestamptz;

-- These came before mails to confirm were sent. They stay on the list that they put themselves on.
update public.api_preregistrations set confirmed_at = created_at;

drop policy "all with feedback.read" on public.api_preregistrations;
create policy "confirmed ones with feedback.read" on public.api_preregistrations
  for select to authenticated
  using (confirmed_at is not null and (select public.has_permission('feedback.read')));

-- Used links stay until they are pruned, so that the page can say that they were used.
create table private.preregistration_links (
  -- SHA-256, in base64url, of the link's 256 random bits. The bits themselves are in the mail alone.
  token_hash text primary key check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  preregistration_id bigint not null references public.api_preregistrations (id) on delete cascade,
  created_at timestamptz not null default now()
);

create index preregistration_links_preregistration_id on private.preregistration_links (preregistration_id);
create index preregistration_links_created_at on private.preregistration_links (created_at);

alter table private.preregistration_links enable row level security;
revoke all on private.preregistration_links from public, anon, authenticated, service_role;

-- Stores a pre-registration as unconfirmed, with the hash of the link that is mailed for it. Earlier links stay valid.
-- Returns whether there is something to confirm: false where the address was confirmed before, and no mail is needed.
create function public.request_preregistration(address text, chosen_language text, link_hash text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  registration public.api_preregistrations;
begin
  -- It locks the row that is there, or waits for the one that another request is about to store.
  insert into public.api_preregistrations as kept (email, language) values (address, chosen_language)
  on conflict (lower(email)) do update
    set language = case when kept.confirmed_at is null then excluded.language else kept.language end
  returning * into registration;
  if registration.confirmed_at is not null then return false; end if;
  insert into private.preregistration_links (token_hash, preregistration_id) values (link_hash, registration.id);
  return true;
end;
$$;

-- Confirms the pre-registration that a link was mailed for, once, within a day. Returns `confirmed`, `already-confirmed`
-- (by this or another of its links) or `link-expired`.
create function public.confirm_preregistration(link_hash text) returns text
language plpgsql
security definer
set search_path = ''
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

revoke execute on function public.request_preregistration, public.confirm_preregistration
  from public, anon, authenticated, service_role;

create or replace function public.apply_grants() returns void
language plpgsql
set search_path = ''
as $$
begin
  revoke all on all tables in schema public from public, anon, authenticated, service_role;
  revoke all on all sequences in schema public from public, anon, authenticated, service_role;
  revoke all on all functions in schema public from public, anon, authenticated, service_role;
  alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
  alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

  grant usage on schema public to anon, authenticated, service_role;

  -- Visitors.
  grant select on public.plans, public.settings to anon;

  -- Members and administrators, who are members with a row in `admins`.
  grant select on
    public.admins, public.profiles, public.plans, public.user_subscriptions, public.usage_days, public.usage_months,
    public.payments, public.invoices, public.payment_logs, public.webhook_events, public.feedback,
    public.api_preregistrations, public.settings, public.admin_audit_log
    to authenticated;
  grant update (username, language) on public.profiles to authenticated;
  grant insert, delete on public.plans, public.settings, public.admins to authenticated;
  grant update (
    price_minor, currency, period_months, ai_images_per_day, ai_images_per_month, api_images_per_day,
    api_images_per_month, photos_per_batch, offered, position
  ) on public.plans to authenticated;
  grant update (value, is_public) on public.settings to authenticated;
  grant update (role, permissions) on public.admins to authenticated;
  grant insert (user_id, plan_id, status, start_date, end_date) on public.user_subscriptions to authenticated;
  grant update (plan_id, status, end_date, cancelled_at) on public.user_subscriptions to authenticated;
  grant execute on function
    public.has_permission, public.is_super_admin, public.clean_username, public.count_device_images,
    public.delete_my_account, public.password_free_until, public.prove_identity, public.admin_session
    to authenticated;

  -- The service: our own functions and servers, past row-level security.
  grant select, insert, update, delete on
    public.admins, public.profiles, public.plans, public.user_subscriptions, public.usage_days, public.usage_months,
    public.payments, public.invoices, public.payment_logs, public.webhook_events, public.feedback,
    public.api_preregistrations, public.settings
    to service_role;
  grant select, insert on public.admin_audit_log to service_role;
  grant execute on function
    public.clean_username, public.count_usage, public.request_preregistration, public.confirm_preregistration
    to service_role;
end;
$$;

select public.apply_grants();
