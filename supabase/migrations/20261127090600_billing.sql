-- Tables of money: prices, checkouts, payments, refunds, disputes, invoices, and events of payment providers.
--
-- Members and administrators can read them; only functions write. When a member is deleted, payments and invoices stay
-- for the accounts, without the member. Row-level security binds the owner of these tables as well, so that a function
-- or view added carelessly returns nothing.

-- Events that payment providers reported, each once. An event with an invalid signature is stored for inspection, but
-- without the id that it claims, so that it cannot take the place of the true event.
create table public.webhook_events (
  id bigint generated always as identity primary key,
  provider text not null check (char_length(provider) between 1 and 40),
  event_id text check (char_length(event_id) between 1 and 255),
  signature_valid boolean not null,
  type text not null check (char_length(type) between 1 and 100),
  payload jsonb check (octet_length(payload::text) <= 300000),
  status text not null default 'received'
    check (status in ('received', 'processing', 'processed', 'ignored', 'failed', 'refused')),
  error text check (char_length(error) <= 2000),
  attempts integer not null default 0 check (attempts >= 0),
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  -- Bytes of the request as received, which the signature covers.
  body bytea check (octet_length(body) <= 300000),
  -- Headers of the request, without those that authenticate: signatures, authorisation and cookies are left out.
  headers jsonb not null default '{}' check (jsonb_typeof(headers) = 'object' and octet_length(headers::text) <= 20000),
  -- Result of the signature check.
  verdict text not null default 'valid'
    check (verdict in ('valid', 'bad-signature', 'no-signature', 'too-old', 'malformed', 'not-configured', 'test')),
  -- Time at which the provider created the event, which decides the order of events.
  event_at timestamptz,
  -- Worker that has claimed the event, end of its claim, and time of the next attempt.
  claimed_by uuid,
  claimed_until timestamptz,
  next_attempt_at timestamptz,
  -- Missing object that a waiting event refers to. The event is retried as soon as that object is stored.
  waits_for text check (char_length(waits_for) <= 300),
  unique (provider, event_id),
  check (signature_valid = (event_id is not null))
);

create index webhook_events_received_at on public.webhook_events (received_at desc);
alter table public.webhook_events enable row level security;
alter table public.webhook_events force row level security;

create policy "all with webhooks.read" on public.webhook_events
  for select to authenticated
  using ((select public.has_permission('webhooks.read')));

create policy "erasure" on public.webhook_events for all using (
  coalesce(current_setting('isola.erasing', true), '') <> ''
  and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'webhook_events'));

create index webhook_events_waiting on public.webhook_events (next_attempt_at) where status in ('received', 'processing');
create index webhook_events_status on public.webhook_events (status, received_at desc, id desc);

create policy "billing" on public.webhook_events for all using (
  current_setting('isola.billing', true) = 'on'
  and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'webhook_events'));

create policy "figures" on public.webhook_events for select using (
  current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'webhook_events'));

-- Price of a plan for one period, in each currency in which it is sold. A plan without a price is not sold.
create table public.plan_prices (
  plan_id text not null references public.plans (id) on delete cascade,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Price of a period, in the currency's smallest unit, such as fen.
  amount_minor integer not null check (amount_minor >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (plan_id, currency)
);

create trigger keep_times before update on public.plan_prices
  for each row execute function public.keep_times();

alter table public.plan_prices enable row level security;

-- Row-level security of `plans` decides which plans a caller sees.
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

create trigger log_admin_write after insert or update or delete on public.plan_prices
  for each row execute function public.log_admin_write('plan_id');

insert into public.plan_prices (plan_id, currency, amount_minor)
values ('free', 'CNY', 0), ('member', 'CNY', 0);

-- Ids of members at payment providers.
create table private.provider_customers (
  provider text not null check (char_length(provider) between 1 and 40),
  customer_id text not null check (char_length(customer_id) between 1 and 255),
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (provider, customer_id)
);

create index provider_customers_user_id on private.provider_customers (user_id, provider);
alter table private.provider_customers enable row level security;

-- Checkouts that members began, with the amount to be paid and the result. The page makes `request_key`, so that a
-- click that is sent twice begins one checkout.
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

alter table public.checkouts enable row level security;

create policy "own, and all with payments.read or revenue.read" on public.checkouts
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (select public.has_permission('payments.read') or public.has_permission('revenue.read'))
  );

-- Last invoice number of each series, such as `2026`. It is incremented in the transaction that stores the invoice.
create table private.invoice_series (
  series text primary key check (char_length(series) between 1 and 20),
  last_number integer not null default 0 check (last_number >= 0)
);

alter table private.invoice_series enable row level security;

create function private.grant_billing_tables() returns void
language plpgsql set search_path = ''
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

-- Payments of members, and of former members without their id.
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  plan_id text references public.plans (id),
  subscription_id uuid references public.user_subscriptions (id) on delete set null,
  provider text not null check (char_length(provider) between 1 and 40),
  provider_payment_id text check (char_length(provider_payment_id) between 1 and 255),
  -- Amount paid or to be paid, in the currency's smallest unit.
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'pending' check (
    status in ('pending', 'succeeded', 'failed', 'partially_refunded', 'refunded', 'disputed')
  ),
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  refunded_minor bigint not null default 0,
  checkout_id uuid references public.checkouts (id) on delete set null,
  -- Period that the payment pays for.
  period_start timestamptz,
  period_end timestamptz,
  unique (provider, provider_payment_id),
  constraint payments_refunded_check check (refunded_minor between 0 and amount_minor)
);

create index payments_subscription_id on public.payments (subscription_id);

create trigger keep_times before update on public.payments
  for each row execute function public.keep_times();

alter table public.payments enable row level security;
alter table public.payments force row level security;

-- Lists are paged in this order, for all members and for one member.
create index payments_created_at on public.payments (created_at desc, id desc);
create index payments_user_id on public.payments (user_id, created_at desc, id desc);
create index payments_status on public.payments (status, created_at desc, id desc) where status <> 'succeeded';
create index payments_checkout_id on public.payments (checkout_id);
create index payments_plan_id on public.payments (plan_id);

-- `payments.read` shows everybody's payments, `revenue.read` their sums; both can read single rows.
create policy "own, and all with payments.read or revenue.read" on public.payments
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (select public.has_permission('payments.read') or public.has_permission('revenue.read'))
  );

-- Gives the owner of the table access while `isola.billing` is on, as `erasure` does during an erasure. No role of a
-- request is the owner.
create policy "billing" on public.payments for all using (
  current_setting('isola.billing', true) = 'on'
  and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'payments'));

-- Row-level security binds the owner of the money tables too. This policy lets functions that run as the owner compute
-- statistics.
create policy "figures" on public.payments for select using (
  current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'payments'));

create index payments_provider on public.payments (provider, created_at desc, id desc);
create index payments_provider_payment_id on public.payments (provider_payment_id collate "C");

-- Invoices, and credit notes that take back an invoice in whole or in part. Both are numbered in one series a year,
-- without gaps. After an invoice is issued, only two changes are possible: it becomes void, or its buyer is erased.
create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  number text not null unique check (char_length(number) between 1 and 40),
  user_id uuid references auth.users (id) on delete set null,
  payment_id uuid references public.payments (id),
  amount_minor bigint not null check (amount_minor >= 0),
  -- Part of the amount.
  tax_minor bigint not null default 0 check (tax_minor between 0 and amount_minor),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Buyer and lines as printed. An issued invoice does not change with the member's profile.
  buyer jsonb not null default '{}' check (jsonb_typeof(buyer) = 'object' and octet_length(buyer::text) <= 10000),
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array' and octet_length(lines::text) <= 50000),
  issued_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  kind text not null default 'invoice' check (kind in ('invoice', 'credit-note')),
  corrects uuid references public.invoices (id),
  status text not null default 'issued' check (status in ('issued', 'void')),
  voided_at timestamptz,
  void_reason text check (char_length(void_reason) <= 500),
  -- Setting `billing.seller` at the time of issue: { name, address, tax_id, email }.
  seller jsonb not null default '{}' check (jsonb_typeof(seller) = 'object' and octet_length(seller::text) <= 10000),
  -- Tax rate in hundredths of a percent: 600 is 6 %. The amount includes the tax.
  tax_rate integer not null default 0 check (tax_rate between 0 and 10000),
  tax_name text check (char_length(tax_name) <= 40),
  -- The member's language at the time of issue, a tag such as `zh`.
  language text check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  subscription_id uuid references public.user_subscriptions (id) on delete set null,
  period_start timestamptz,
  period_end timestamptz,
  constraint invoices_corrects_check check ((kind = 'credit-note') = (corrects is not null)),
  constraint invoices_voided_check check ((status = 'void') = (voided_at is not null))
);

create index invoices_user_id on public.invoices (user_id, issued_at desc);
create index invoices_payment_id on public.invoices (payment_id);
alter table public.invoices enable row level security;
alter table public.invoices force row level security;

-- Row-level security binds the owner of these tables too; during an erasure this policy gives the owner access. The
-- owner is looked up and not named, so that a backup can be restored where another role owns the tables.
create policy "erasure" on public.invoices for all using (
  coalesce(current_setting('isola.erasing', true), '') <> ''
  and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'invoices'));

create index invoices_corrects on public.invoices (corrects);
create index invoices_subscription_id on public.invoices (subscription_id);
create unique index invoices_one_per_payment on public.invoices (payment_id) where kind = 'invoice' and status = 'issued';

create policy "own, and all with payments.read or revenue.read" on public.invoices
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (select public.has_permission('payments.read') or public.has_permission('revenue.read'))
  );

create policy "billing" on public.invoices for all using (
  current_setting('isola.billing', true) = 'on'
  and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'invoices'));

-- Log of the steps of each payment. The member can read it, so it contains no secrets and no data of other members.
create table public.payment_logs (
  id bigint generated always as identity primary key,
  payment_id uuid references public.payments (id),
  user_id uuid references auth.users (id) on delete set null,
  event text not null check (char_length(event) between 1 and 100),
  detail jsonb not null default '{}' check (octet_length(detail::text) <= 50000),
  created_at timestamptz not null default now()
);

create index payment_logs_user_id on public.payment_logs (user_id, created_at desc);
create index payment_logs_payment_id on public.payment_logs (payment_id);
create index payment_logs_created_at on public.payment_logs (created_at desc);
alter table public.payment_logs enable row level security;
alter table public.payment_logs force row level security;

create policy "erasure" on public.payment_logs for all using (
  coalesce(current_setting('isola.erasing', true), '') <> ''
  and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'payment_logs'));

create policy "own, and all with payments.read or revenue.read" on public.payment_logs
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (select public.has_permission('payments.read') or public.has_permission('revenue.read'))
  );

create policy "billing" on public.payment_logs for all using (
  current_setting('isola.billing', true) = 'on'
  and current_user = (select tableowner from pg_tables where schemaname = 'public' and tablename = 'payment_logs'));

-- Refunds of payments, which the provider reported.
create table public.payment_refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id),
  provider_refund_id text check (char_length(provider_refund_id) between 1 and 255),
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  reason text check (char_length(reason) <= 500),
  refunded_at timestamptz,
  created_at timestamptz not null default now(),
  provider_event_at timestamptz,
  unique (payment_id, provider_refund_id)
);

create index payment_refunds_refunded_at on public.payment_refunds (refunded_at desc);
alter table public.payment_refunds enable row level security;

create policy "of the payments that one sees" on public.payment_refunds
  for select to authenticated
  using (exists (select from public.payments where payments.id = payment_refunds.payment_id));

-- Disputes of payments, in which the payer's bank takes the money back.
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

alter table public.payment_disputes enable row level security;

create policy "of the payments that one sees" on public.payment_disputes
  for select to authenticated
  using (exists (select from public.payments where payments.id = payment_disputes.payment_id));
