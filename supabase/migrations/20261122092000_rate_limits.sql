-- What the rate limiter counted (RateLimiterPostgres of rate-limiter-flexible), so that several processes share it. Only
-- the owner of the database reads and writes here: the schema is not exposed, no role of a request may use it, and the
-- table has row-level security without a policy.
create schema if not exists private;
revoke all on schema private from public, anon, authenticated, service_role;

create table private.rate_limits (
  -- The limit's name, and a hash of what it counts: an address or an e-mail address.
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970; the row is removed an hour later.
  expire bigint
);

alter table private.rate_limits enable row level security;
revoke all on private.rate_limits from public, anon, authenticated, service_role;
