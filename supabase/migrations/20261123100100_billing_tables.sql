-- What membership and payments store: prices, subscriptions, checkouts, payments, refunds, disputes, invoices and what providers
-- reported. Members and administrators read; only functions write.

-- Prices -----------------------------------------------------------------------------------------------------------------

-- What a plan costs for one period, in each currency in which it is sold. A plan without a price is not sold.
create table public.plan_prices (
  plan_id text not null references public.plans (id) on delete cascade,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- In the currency's smallest unit, such as fen.
  amount_minor integer not null check (amount_minor >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (plan_id, currency)
);

create trigger keep_times before update on public.plan_prices
  for each row execute function public.keep_times();
create trigger log_admin_write after insert or update or delete on public.plan_prices
  for each row execute function public.log_admin_write('plan_id');

insert into public.plan_prices (plan_id, currency, amount_minor)
select id, currency, price_minor from public.plans;
alter table public.plans drop column price_minor, drop column currency;

alter table public.plan_prices enable row level security;

-- Row-level security of `plans` decides which plans somebody sees.
create policy "of the plans that one sees" on public.plan_prices
  for select to anon, authenticated
  using (exists (select from public.plans where plans.id = plan_prices.plan_id));

create policy "new ones with settings.write" on public.plan_prices
  for insert to authenticated
  with check ((select public.has_permission('settings.write')));

create policy "changes with settings.write" on public.plan_prices
  for update to authenticated
  using ((select public.has_permission('settings.write')))
  with check ((select public.has_permission('settings.write')));

create policy "removal with settings.write" on public.plan_prices
  for delete to authenticated
  using ((select public.has_permission('settings.write')));

-- Subscriptions ----------------------------------------------------------------------------------------------------------

-- pending: a checkout was begun. active: paid, or an offer at 0. past_due: the renewal was not paid, and the provider tries
-- again; it still counts as active for the member until `end_date`. cancelled: ended before its time. expired: ran out.
alter table public.user_subscriptions
  -- What one period costs this member: a later change of the plan's price does not change it.
  add column amount_minor integer not null default 0 check (amount_minor >= 0),
  add column currency text not null default 'CNY' check (currency ~ '^[A-Z]{3}$'),
  add column period_months integer check (period_months between 1 and 120),
  -- When the provider made the newest event that was applied: an older one that arrives later changes nothing.
  add column provider_event_at timestamptz;

-- One that gives rights, for each person.
with newest as (
  select distinct on (user_id) id from public.user_subscriptions where status in ('active', 'past_due')
  order by user_id, end_date desc, created_at desc
)
update public.user_subscriptions set status = 'expired'
where status in ('active', 'past_due') and id not in (select id from newest);
create unique index user_subscriptions_one_current on public.user_subscriptions (user_id)
  where status in ('active', 'past_due');
create index user_subscriptions_due on public.user_subscriptions (end_date) where status in ('active', 'past_due');

-- Administrators grant and end plans through functions, which check and log.
drop policy "new ones with users.write" on public.user_subscriptions;
drop policy "changes with users.write" on public.user_subscriptions;

-- Who a member is at a provider.
create table private.provider_customers (
  provider text not null check (char_length(provider) between 1 and 40),
  customer_id text not null check (char_length(customer_id) between 1 and 255),
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (provider, customer_id)
);
create index provider_customers_user_id on private.provider_customers (user_id, provider);

-- A checkout that a member began: what was to be paid, and what came of it. The page makes the key, so that a press that is
-- sent twice begins one checkout.
create table public.checkouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  request_key uuid not null,
  plan_id text not null references public.plans (id),
  amount_minor integer not null check (amount_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  period_months integer check (period_months between 1 and 120),
  provider text not null check (char_length(provider) between 1 and 40),
  provider_checkout_id text check (char_length(provider_checkout_id) between 1 and 255),
  status text not null default 'open' check (status in ('open', 'completed', 'expired', 'failed')),
  subscription_id uuid references public.user_subscriptions (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, request_key),
  unique (provider, provider_checkout_id)
);
create index checkouts_subscription_id on public.checkouts (subscription_id);
create index checkouts_plan_id on public.checkouts (plan_id);

create trigger keep_times before update on public.checkouts
  for each row execute function public.keep_times();

-- Payments ---------------------------------------------------------------------------------------------------------------

alter table public.payments
  drop constraint payments_status_check,
  add constraint payments_status_check check (
    status in ('pending', 'succeeded', 'failed', 'partially_refunded', 'refunded', 'disputed')
  ),
  add column refunded_minor bigint not null default 0,
  add constraint payments_refunded_check check (refunded_minor between 0 and amount_minor),
  add column checkout_id uuid references public.checkouts (id) on delete set null,
  -- The period that it pays for.
  add column period_start timestamptz,
  add column period_end timestamptz;

-- Lists go page by page in this order, for everybody and for one member.
drop index public.payments_created_at, public.payments_user_id;
create index payments_created_at on public.payments (created_at desc, id desc);
create index payments_user_id on public.payments (user_id, created_at desc, id desc);
create index payments_status on public.payments (status, created_at desc, id desc) where status <> 'succeeded';
create index payments_checkout_id on public.payments (checkout_id);
create index payments_plan_id on public.payments (plan_id);

create table public.payment_refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id),
  provider_refund_id text check (char_length(provider_refund_id) between 1 and 255),
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  reason text check (char_length(reason) <= 500),
  refunded_at timestamptz,
  created_at timestamptz not null default now(),
  unique (payment_id, provider_refund_id)
);
create index payment_refunds_refunded_at on public.payment_refunds (refunded_at desc);

create table public.payment_disputes (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id),
  provider_dispute_id text not null check (char_length(provider_dispute_id) between 1 and 255),
  amount_minor bigint not null check (amount_minor >= 0),
  status text not null check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  unique (payment_id, provider_dispute_id)
);

-- Invoices ---------------------------------------------------------------------------------------------------------------

-- An invoice, or a credit note that takes one back in whole or in part. Both are numbered in one series a year, without gaps.
-- Once issued, nothing in it changes but that it is void, and that its buyer is erased.
alter table public.invoices
  add column kind text not null default 'invoice' check (kind in ('invoice', 'credit-note')),
  add column corrects uuid references public.invoices (id),
  add constraint invoices_corrects_check check ((kind = 'credit-note') = (corrects is not null)),
  add column status text not null default 'issued' check (status in ('issued', 'void')),
  add column voided_at timestamptz,
  add constraint invoices_voided_check check ((status = 'void') = (voided_at is not null)),
  add column void_reason text check (char_length(void_reason) <= 500),
  -- As the setting `billing.seller` said when it was issued: { name, address, tax_id, email }.
  add column seller jsonb not null default '{}' check (jsonb_typeof(seller) = 'object' and octet_length(seller::text) <= 10000),
  -- In hundredths of a percent: 600 is 6 %. The amount contains the tax.
  add column tax_rate integer not null default 0 check (tax_rate between 0 and 10000),
  add column tax_name text check (char_length(tax_name) <= 40),
  -- The member's language then, a tag such as `zh`.
  add column language text check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  add column subscription_id uuid references public.user_subscriptions (id) on delete set null,
  add column period_start timestamptz,
  add column period_end timestamptz;
create index invoices_corrects on public.invoices (corrects);
create index invoices_subscription_id on public.invoices (subscription_id);
create unique index invoices_one_per_payment on public.invoices (payment_id) where kind = 'invoice' and status = 'issued';

-- The last number given in each series, such as `2026`. It is raised in the transaction that stores the invoice.
create table private.invoice_series (
  series text primary key check (char_length(series) between 1 and 20),
  last_number integer not null default 0 check (last_number >= 0)
);

-- What providers reported ------------------------------------------------------------------------------------------------

alter table public.webhook_events
  -- The bytes as they came, which the signature signs.
  add column body bytea check (octet_length(body) <= 300000),
  -- Without what authenticates: signatures, authorisation and cookies are left out.
  add column headers jsonb not null default '{}' check (jsonb_typeof(headers) = 'object' and octet_length(headers::text) <= 20000),
  -- Why the signature held or did not.
  add column verdict text not null default 'valid'
    check (verdict in ('valid', 'bad-signature', 'no-signature', 'too-old', 'malformed', 'not-configured', 'test')),
  -- When the provider made the event, which decides the order.
  add column event_at timestamptz,
  -- Who works on it, until when nobody else takes it; and when it is tried again.
  add column claimed_by uuid,
  add column claimed_until timestamptz,
  add column next_attempt_at timestamptz,
  alter column payload drop not null,
  drop constraint webhook_events_status_check,
  add constraint webhook_events_status_check
    check (status in ('received', 'processing', 'processed', 'ignored', 'failed', 'refused'));
create index webhook_events_waiting on public.webhook_events (next_attempt_at) where status in ('received', 'processing');
create index webhook_events_status on public.webhook_events (status, received_at desc, id desc);

alter table private.provider_customers enable row level security;
alter table private.invoice_series enable row level security;
alter table public.checkouts enable row level security;
alter table public.payment_refunds enable row level security;
alter table public.payment_disputes enable row level security;
revoke all on private.provider_customers, private.invoice_series from public, anon, authenticated, service_role;

-- `payments.read` sees everybody's payments, `revenue.read` what they add up to, and both see single rows.
drop policy "own, and all with revenue.read" on public.payments;
drop policy "own, and all with revenue.read" on public.invoices;
drop policy "own, and all with revenue.read" on public.payment_logs;

create policy "own, and all with payments.read or revenue.read" on public.payments
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (select public.has_permission('payments.read') or public.has_permission('revenue.read'))
  );

create policy "own, and all with payments.read or revenue.read" on public.invoices
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (select public.has_permission('payments.read') or public.has_permission('revenue.read'))
  );

create policy "own, and all with payments.read or revenue.read" on public.payment_logs
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (select public.has_permission('payments.read') or public.has_permission('revenue.read'))
  );

create policy "own, and all with payments.read or revenue.read" on public.checkouts
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (select public.has_permission('payments.read') or public.has_permission('revenue.read'))
  );

create policy "of the payments that one sees" on public.payment_refunds
  for select to authenticated
  using (exists (select from public.payments where payments.id = payment_refunds.payment_id));

create policy "of the payments that one sees" on public.payment_disputes
  for select to authenticated
  using (exists (select from public.payments where payments.id = payment_disputes.payment_id));

create function private.grant_billing_tables() returns void
language plpgsql
set search_path = ''
as $$
begin
  grant select on public.plan_prices to anon;
  grant select on
    public.plan_prices, public.checkouts, public.payment_refunds, public.payment_disputes
    to authenticated;
  grant insert, delete on public.plan_prices to authenticated;
  grant update (amount_minor) on public.plan_prices to authenticated;
  grant select, insert, update, delete on
    public.plan_prices, public.checkouts, public.payment_refunds, public.payment_disputes
    to service_role;
end;
$$;

select public.apply_grants();
