-- Money, and what payment providers said about it. Only the service writes here. When a member goes, payments and
-- invoices stay for the accounts, without the member. No function of the owner needs these rows, so row-level security
-- binds the owner as well: a function or view added carelessly shows nothing.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  plan_id text references public.plans (id),
  subscription_id uuid references public.user_subscriptions (id) on delete set null,
  provider text not null check (char_length(provider) between 1 and 40),
  provider_payment_id text check (char_length(provider_payment_id) between 1 and 255),
  -- In the currency's smallest unit.
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'refunded')),
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_payment_id)
);

create index payments_user_id on public.payments (user_id, created_at desc);
create index payments_created_at on public.payments (created_at desc);
create index payments_subscription_id on public.payments (subscription_id);

create trigger keep_times before update on public.payments
  for each row execute function public.keep_times();

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  number text not null unique check (char_length(number) between 1 and 40),
  user_id uuid references auth.users (id) on delete set null,
  payment_id uuid references public.payments (id),
  amount_minor bigint not null check (amount_minor >= 0),
  -- Part of the amount.
  tax_minor bigint not null default 0 check (tax_minor between 0 and amount_minor),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The buyer and the lines as they are printed: an invoice once issued does not change with the member's profile.
  buyer jsonb not null default '{}' check (jsonb_typeof(buyer) = 'object' and octet_length(buyer::text) <= 10000),
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array' and octet_length(lines::text) <= 50000),
  issued_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

create index invoices_user_id on public.invoices (user_id, issued_at desc);
create index invoices_payment_id on public.invoices (payment_id);

-- What happened to a payment, step by step. The member reads it, so it holds no secret and no other member's data.
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

-- What payment providers reported, each event once. An event whose signature does not hold is kept to be looked at, but
-- without the id that it claims: it must not take the place of the true one.
create table public.webhook_events (
  id bigint generated always as identity primary key,
  provider text not null check (char_length(provider) between 1 and 40),
  event_id text check (char_length(event_id) between 1 and 255),
  signature_valid boolean not null,
  type text not null check (char_length(type) between 1 and 100),
  payload jsonb not null check (octet_length(payload::text) <= 300000),
  status text not null default 'received' check (status in ('received', 'processed', 'ignored', 'failed')),
  error text check (char_length(error) <= 2000),
  attempts integer not null default 0 check (attempts >= 0),
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  unique (provider, event_id),
  check (signature_valid = (event_id is not null))
);

create index webhook_events_received_at on public.webhook_events (received_at desc);

alter table public.payments enable row level security;
alter table public.payments force row level security;
alter table public.invoices enable row level security;
alter table public.invoices force row level security;
alter table public.payment_logs enable row level security;
alter table public.payment_logs force row level security;
alter table public.webhook_events enable row level security;
alter table public.webhook_events force row level security;

create policy "own, and all with revenue.read" on public.payments
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.has_permission('revenue.read')));

create policy "own, and all with revenue.read" on public.invoices
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.has_permission('revenue.read')));

create policy "own, and all with revenue.read" on public.payment_logs
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.has_permission('revenue.read')));

create policy "all with webhooks.read" on public.webhook_events
  for select to authenticated
  using ((select public.has_permission('webhooks.read')));
