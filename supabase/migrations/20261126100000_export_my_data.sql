-- A member's data can be exported where the roles of requests may not name the schema `auth`, as in the embedded server and on a
-- PostgreSQL of one's own. The function runs as the caller and called `auth.uid()` itself, which was refused there.

-- Everything that is stored about the caller. It runs as the caller: row-level security decides what is theirs, and the
-- conditions leave out what they may see as an administrator. `my_hidden_data` runs as its owner and says who the caller is.
create or replace function public.export_my_data() returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  hidden jsonb := public.my_hidden_data();
  me uuid := (hidden -> 'account' ->> 'id')::uuid;
begin
  return hidden || jsonb_build_object(
    'exported_at', now(),
    'profile', (select to_jsonb(own) from public.profiles as own where id = me),
    'administration', (select to_jsonb(own) from public.admins as own where user_id = me),
    'subscriptions', (
      select coalesce(jsonb_agg(to_jsonb(own) order by created_at), '[]') from public.user_subscriptions as own where user_id = me
    ),
    'usage', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'kind', kind, 'images', images) order by day, kind), '[]')
      from public.usage_days where user_id = me
    ),
    'usage_by_month', (
      select coalesce(jsonb_agg(jsonb_build_object('month', month, 'kind', kind, 'images', images) order by month, kind), '[]')
      from public.usage_months where user_id = me
    ),
    'checkouts', (
      select coalesce(jsonb_agg(to_jsonb(own) order by created_at), '[]') from public.checkouts as own where user_id = me
    ),
    'payments', (
      select coalesce(jsonb_agg(to_jsonb(own) order by created_at), '[]') from public.payments as own where user_id = me
    ),
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(refund) order by refund.created_at), '[]') from public.payment_refunds as refund
      join public.payments as own on own.id = refund.payment_id where own.user_id = me
    ),
    'disputes', (
      select coalesce(jsonb_agg(to_jsonb(dispute) order by dispute.opened_at), '[]') from public.payment_disputes as dispute
      join public.payments as own on own.id = dispute.payment_id where own.user_id = me
    ),
    'invoices', (
      select coalesce(jsonb_agg(to_jsonb(own) order by issued_at), '[]') from public.invoices as own where user_id = me
    ),
    'payment_logs', (
      select coalesce(jsonb_agg(to_jsonb(own) order by id), '[]') from public.payment_logs as own where user_id = me
    )
  );
end;
$$;

select public.apply_grants();
