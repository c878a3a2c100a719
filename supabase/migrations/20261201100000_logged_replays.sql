-- Logs which administrator has retried an event of a payment provider.

-- Retries a verified event for an administrator, as `replay_webhook` does, and logs it.
create function public.admin_replay_webhook(event bigint) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  replayed jsonb;
begin
  perform private.require_permission('{webhooks.write}');
  replayed := public.replay_webhook(event);
  if replayed is not null then
    insert into public.admin_audit_log (actor_id, actor_role, action, table_name, row_id, row_after, address)
    values (
      auth.uid(), auth.role(), 'replay', 'webhook_events', event::text, replayed, private.request_address()
    );
  end if;
  return replayed;
end;
$$;

create or replace function private.grant_administration() returns void
language plpgsql set search_path = ''
as $$
begin
  grant execute on function
    public.admin_users, public.admin_user, public.admin_payments, public.admin_audit, public.admin_webhooks,
    public.admin_webhook, public.admin_replay_webhook, public.admin_grant_plan, public.admin_end_plan,
    public.admin_disable_user, public.admin_enable_user, public.admin_resend_confirmation, public.admin_list_admins,
    public.admin_set_admin, public.admin_remove_admin, public.admin_dashboard, public.admin_revenue, public.admin_health
    to authenticated;
  grant execute on function public.count_server_errors to service_role;
end;
$$;

revoke all on function public.admin_replay_webhook from public, anon, authenticated, service_role;
grant execute on function public.admin_replay_webhook to authenticated;
