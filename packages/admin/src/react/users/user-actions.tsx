import { usePlanName } from '@isola/membership/react';
import { DropdownMenuItem } from '@isola/ui/dropdown-menu';
import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { Select, SelectOption } from '@isola/ui/select';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { User } from '../../api/schemas.ts';
import { fieldOf, useAction } from '../action-dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';

const actionIds = ['grant', 'end', 'resend', 'disable', 'enable'] as const;
export type UserActionId = (typeof actionIds)[number];

export interface UserActions {
  readonly open: (id: UserActionId, user: User) => void;
  /** Must be rendered once per page. */
  readonly dialog: ReactNode;
}

/** Returns the actions on an account. They require the permission `users.write`, and each is confirmed in a dialog. */
export function useUserActions(): UserActions {
  const { t } = useTranslation('admin');
  const { api } = useAdmin();
  const { open, dialog } = useAction();
  const run = (id: UserActionId, user: string, form: FormData): Promise<void> => {
    const reason = fieldOf(form, 'reason');
    switch (id) {
      case 'grant':
        return api.grantPlan(user, fieldOf(form, 'plan'), fieldOf(form, 'until'), reason);
      case 'end':
        return api.endPlan(user, reason);
      case 'resend':
        return api.resendConfirmation(user, reason);
      case 'disable':
        return api.disableUser(user, reason);
      case 'enable':
        return api.enableUser(user, reason);
      default:
        return id satisfies never;
    }
  };
  return {
    dialog,
    open: (id, { id: user, email }) =>
      open({
        title: t(`user.${id}.title`, { email }),
        text: t(`user.${id}.text`),
        confirm: t(`user.${id}.confirm`),
        done: t(`user.${id}.done`, { email }),
        isDanger: id === 'disable' || id === 'end',
        wantsReason: true,
        ...(id === 'grant' && { fields: <PlanFields /> }),
        run: (form) => run(id, user, form),
      }),
  };
}

/** Returns the actions that apply to the account in its current state. */
export function actionsFor(user: User): UserActionId[] {
  return actionIds.filter((id) => {
    switch (id) {
      case 'grant':
        return user.disabled_at === null;
      case 'end':
        return user.plan_id !== null && user.plan_id !== 'free';
      case 'resend':
        return !user.confirmed && user.disabled_at === null;
      case 'disable':
        return user.disabled_at === null;
      case 'enable':
        return user.disabled_at !== null;
      default:
        return id satisfies never;
    }
  });
}

export function UserMenu({ user, actions }: { user: User; actions: UserActions }) {
  const { t } = useTranslation('admin');
  return actionsFor(user).map((id) => (
    <DropdownMenuItem key={id} onSelect={() => actions.open(id, user)}>
      {t(`user.${id}.confirm`)}
    </DropdownMenuItem>
  ));
}

function PlanFields() {
  const { t } = useTranslation('admin');
  const { api } = useAdmin();
  const planName = usePlanName();
  const { data = [] } = useQuery(adminQueries(api).plans());
  const [[inAYear, inTwoYears]] = useState(() => [dayInYears(1), dayInYears(2)] as const);
  return (
    <>
      <Field name="plan" label={t('users.plan')} required>
        <Select required placeholder={t('user.grant.choose')}>
          {data
            .filter(({ id }) => id !== 'free')
            .map(({ id }) => (
              <SelectOption key={id} value={id}>
                {planName(id)}
              </SelectOption>
            ))}
        </Select>
      </Field>
      <Field name="until" label={t('user.grant.until')} required>
        <Input type="date" required max={inTwoYears} defaultValue={inAYear} />
      </Field>
    </>
  );
}

function dayInYears(years: number): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + years);
  return day.toISOString().slice(0, 10);
}
