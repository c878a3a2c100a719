-- A super admin sees who has a second factor: only theirs can be reset.
create or replace function public.admin_list_admins() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not public.is_super_admin() then
    raise insufficient_privilege using message = 'Only a super admin sees the administrators';
  end if;
  return jsonb_build_object('admins', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'user_id', admins.user_id, 'email', people.email, 'role', role, 'permissions', permissions,
      'created_at', admins.created_at,
      'second_factor', exists (
        select from private.second_factors as factors
        where factors.user_id = admins.user_id and factors.confirmed_at is not null
      )
    ) order by admins.created_at, admins.user_id), '[]')
    from public.admins join private.people on people.user_id = admins.user_id
  ));
end;
$$;
