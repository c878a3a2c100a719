-- Every privilege of the roles that requests run as, in one place. What is not listed is not granted: hosted projects
-- and the embedded server grant everything on every table of their own accord, and the embedded server does so at each
-- start, after which it calls this again. Row-level security holds without it.
--
-- A later migration that adds a table or a function replaces this one with the whole list.
create function public.apply_grants() returns void
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
    public.delete_my_account
    to authenticated;

  -- The service: our own functions and servers, past row-level security.
  grant select, insert, update, delete on
    public.admins, public.profiles, public.plans, public.user_subscriptions, public.usage_days, public.usage_months,
    public.payments, public.invoices, public.payment_logs, public.webhook_events, public.feedback,
    public.api_preregistrations, public.settings
    to service_role;
  grant select, insert on public.admin_audit_log to service_role;
  grant execute on function public.clean_username, public.count_usage to service_role;
end;
$$;

select public.apply_grants();
