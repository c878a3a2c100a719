import { queryState } from '@isola/membership/react';
import { Badge } from '@isola/ui/badge';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Checkbox } from '@isola/ui/checkbox';
import { DataTable } from '@isola/ui/data-table';
import { DropdownMenuItem } from '@isola/ui/dropdown-menu';
import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { AdminError } from '../../api/admin-error.ts';
import type { AdminApi } from '../../api/admin-api.ts';
import type { Administrator } from '../../api/schemas.ts';
import { fieldOf, useAction } from '../action-dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';
import { Failure } from '../failure.tsx';
import { useFormat } from '../use-format.ts';
import { permissions, plainAdmin, superAdmin, useAdminNames } from '../use-names.ts';

/** List of administrators with their permissions. Only super admins see and change it. */
export function AdminsSection() {
  const { t } = useTranslation('admin');
  const { isSuperAdmin } = useAdmin();
  if (isSuperAdmin) return <Administrators />;
  return <Banner title={t('forbidden.title')}>{t('admins.superOnly')}</Banner>;
}

function Administrators() {
  const { t } = useTranslation('admin');
  const { api } = useAdmin();
  const format = useFormat();
  const names = useAdminNames();
  const { data = [], error, state, retry } = queryState(useQuery(adminQueries(api).admins()));
  const { open, dialog } = useAction();
  const appoint = () =>
    open({
      title: t('admins.appoint.title'),
      text: t('admins.appoint.text'),
      confirm: t('admins.appoint.confirm'),
      done: t('admins.appoint.done'),
      wantsReason: true,
      fields: (
        <>
          <Field name="email" label={t('users.email')} required>
            <Input type="email" required autoComplete="off" />
          </Field>
          <PermissionFields />
        </>
      ),
      run: async (form) => save(api, await idOf(api, fieldOf(form, 'email')), form),
    });
  const change = (admin: Administrator) =>
    open({
      title: t('admins.change.title', { email: admin.email }),
      text: t('admins.change.text'),
      confirm: t('admins.change.confirm'),
      done: t('admins.change.done', { email: admin.email }),
      wantsReason: true,
      fields: <PermissionFields admin={admin} />,
      run: (form) => save(api, admin.user_id, form),
    });
  const remove = (admin: Administrator) =>
    open({
      title: t('admins.remove.title', { email: admin.email }),
      text: t('admins.remove.text'),
      confirm: t('admins.remove.confirm'),
      done: t('admins.remove.done', { email: admin.email }),
      isDanger: true,
      wantsReason: true,
      run: (form) => api.removeAdmin(admin.user_id, fieldOf(form, 'reason')),
    });
  const resetFactor = (admin: Administrator) =>
    open({
      title: t('admins.reset.title', { email: admin.email }),
      text: t('admins.reset.text'),
      confirm: t('admins.reset.confirm'),
      done: t('admins.reset.done', { email: admin.email }),
      isDanger: true,
      wantsReason: true,
      run: (form) => api.resetSecondFactor(admin.user_id, fieldOf(form, 'reason')),
    });
  const releaseFactor = (admin: Administrator) =>
    open({
      title: t('admins.release.title', { email: admin.email }),
      text: t('admins.release.text'),
      confirm: t('admins.release.confirm'),
      done: t('admins.release.done', { email: admin.email }),
      isDanger: true,
      wantsReason: true,
      run: (form) => api.releaseSecondFactor(admin.user_id, fieldOf(form, 'reason')),
    });
  return (
    <>
      <div className="mb-3 flex justify-end print:hidden">
        <Button size="sm" onClick={appoint} className="pointer-coarse:h-11">
          {t('admins.appoint.confirm')}
        </Button>
      </div>
      <DataTable
        caption={t('admins.title')}
        captionHidden
        rows={data}
        rowId={({ user_id: id }) => id}
        state={state}
        skeletonRows={2}
        failure={error && <Failure error={error} retry={retry} />}
        empty={t('admins.empty')}
        columns={[
          { id: 'email', header: t('users.email'), cell: ({ email }) => email },
          { id: 'role', header: t('admins.role'), cell: ({ role }) => <Badge>{names.role(role)}</Badge> },
          {
            id: 'permissions',
            header: t('admins.permissions'),
            cell: ({ role, permissions: given }) =>
              role === superAdmin ? t('admins.everything') : given.map(names.permission).join(', ') || '–',
          },
          {
            id: 'factor',
            header: t('factor.title'),
            cell: ({ second_factor: isOn }) => (
              <Badge tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'factor.on' : 'factor.off')}</Badge>
            ),
          },
          { id: 'since', header: t('admins.since'), cell: ({ created_at: at }) => format.utcDate(at) },
        ]}
        rowActions={(admin) => (
          <>
            <DropdownMenuItem onSelect={() => change(admin)}>{t('admins.change.open')}</DropdownMenuItem>
            {admin.second_factor ? (
              <DropdownMenuItem onSelect={() => resetFactor(admin)}>{t('admins.reset.open')}</DropdownMenuItem>
            ) : (
              <DropdownMenuItem onSelect={() => releaseFactor(admin)}>{t('admins.release.open')}</DropdownMenuItem>
            )}
            <DropdownMenuItem onSelect={() => remove(admin)}>{t('admins.remove.confirm')}</DropdownMenuItem>
          </>
        )}
        labels={{ rowActions: ({ email }) => t('users.actions', { email }) }}
      />
      {dialog}
    </>
  );
}

function PermissionFields({ admin }: { admin?: Administrator }) {
  const { t } = useTranslation('admin');
  const names = useAdminNames();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-13 font-medium">{t('admins.permissions')}</legend>
      <Checkbox
        name={superAdmin}
        value="on"
        defaultChecked={admin?.role === superAdmin}
        description={t('admins.superText')}
      >
        {names.role(superAdmin)}
      </Checkbox>
      {permissions.map((each) => (
        <Checkbox key={each} name={each} value="on" defaultChecked={admin?.permissions.includes(each) ?? false}>
          {names.permission(each)}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function save(api: AdminApi, user: string, form: FormData): Promise<void> {
  const role = form.get(superAdmin) === null ? plainAdmin : superAdmin;
  const given = permissions.filter((each) => form.get(each) !== null);
  return api.setAdmin(user, role, role === superAdmin ? [] : given, fieldOf(form, 'reason'));
}

/**
 * Finds a user by email.
 * @throws {AdminError} code `no-such-user` when no user has exactly this email.
 */
async function idOf(api: AdminApi, email: string): Promise<string> {
  const request = { search: email, sort: 'email', descending: false, filter: {}, pageSize: 10 } as const;
  const { rows } = await api.users(request, new AbortController().signal);
  const user = rows.find((each) => each.email.toLowerCase() === email.toLowerCase());
  if (!user) throw new AdminError('no-such-user', '');
  return user.id;
}
