import { queryState, usePlanName } from '@isola/membership/react';
import { DataTable, type DataColumn } from '@isola/ui/data-table';
import { EmptyState } from '@isola/ui/empty-state';
import { useQuery } from '@tanstack/react-query';
import { SearchX, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { UserSort } from '../../api/admin-api.ts';
import type { User } from '../../api/schemas.ts';
import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';
import { Failure } from '../failure.tsx';
import { Guarded } from '../guarded.tsx';
import { ChoiceFilter, FilterBar, TextFilter } from '../filter-bar.tsx';
import { usePageRequest, usePaging } from '../use-paging.ts';
import { useFormat } from '../use-format.ts';
import { UserDetailView } from './user-detail.tsx';
import { UserState } from './user-state.tsx';
import { UserMenu, useUserActions } from './user-actions.tsx';

const sorts = ['created', 'last_sign_in', 'email'] as const;

/** Users page: the list of accounts, or the account that the URL names. It requires the permission `users.read`. */
export function UsersView() {
  const { search } = useAdmin();
  return (
    <Guarded permission="users.read">{search['user'] ? <UserDetailView id={search['user']} /> : <UserList />}</Guarded>
  );
}

function UserList() {
  const { t } = useTranslation('admin');
  const { api, search, setSearch, linkTo, may } = useAdmin();
  const format = useFormat();
  const planName = usePlanName();
  const page = usePageRequest();
  const sort: UserSort = sorts.find((each) => each === search['sort']) ?? 'created';
  const descending = search['order'] === undefined ? sort !== 'email' : search['order'] === 'desc';
  const request = {
    ...page,
    search: search['q'] ?? '',
    sort,
    descending,
    filter: { state: search['state'], plan: search['plan'] },
  };
  const { data, error, state, retry } = queryState(useQuery(adminQueries(api).users(request)));
  const paging = usePaging(data, t('users.pages'));
  const actions = useUserActions();
  const rows = data?.rows ?? [];
  const isNarrowed = Boolean(search['q'] || search['state'] || search['plan']);
  const columns: DataColumn<User>[] = [
    {
      id: 'email',
      header: t('users.email'),
      sortable: true,
      cell: (user) => linkTo('users', { user: user.id }, user.email),
    },
    { id: 'username', header: t('users.username'), cell: ({ username }) => username ?? '–' },
    { id: 'plan', header: t('users.plan'), cell: ({ plan_id: plan }) => planName(plan ?? 'free') },
    { id: 'state', header: t('users.state'), cell: (user) => <UserState user={user} /> },
    {
      id: 'last_sign_in',
      header: t('users.lastSignIn'),
      sortable: true,
      cell: ({ last_sign_in_at: at }) => <span className="whitespace-nowrap">{format.dateTime(at)}</span>,
    },
    {
      id: 'created',
      header: t('users.created'),
      sortable: true,
      cell: ({ created_at: at }) => <span className="whitespace-nowrap">{format.dateTime(at)}</span>,
    },
  ];
  return (
    <>
      <FilterBar>
        <TextFilter name="q" label={t('users.search')} placeholder={t('users.searchHint')} />
        <ChoiceFilter
          name="state"
          label={t('users.state')}
          all={t('filter.all')}
          choices={(['active', 'disabled', 'unconfirmed'] as const).map((each) => [each, t(`users.state.${each}`)])}
        />
      </FilterBar>
      <DataTable
        caption={t('users.caption')}
        captionHidden
        dense
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        state={state}
        failure={error && <Failure error={error} retry={retry} />}
        empty={
          <EmptyState
            figure={isNarrowed ? <SearchX /> : <Users />}
            headingLevel={2}
            title={t(isNarrowed ? 'users.notFound' : 'users.empty')}
            className="py-4"
          >
            {t(isNarrowed ? 'users.notFoundText' : 'users.emptyText')}
          </EmptyState>
        }
        sorting={{ column: sort, direction: descending ? 'desc' : 'asc' }}
        onSort={({ column, direction }) =>
          setSearch({ sort: column, order: direction, after: undefined, before: undefined })
        }
        {...(may('users.write') && { rowActions: (user: User) => <UserMenu user={user} actions={actions} /> })}
        status={
          rows.length > 0 && t(data?.next ? 'paging.more' : 'paging.shown', { number: format.number(rows.length) })
        }
        {...paging}
        labels={{ ...paging.labels, rowActions: ({ email }) => t('users.actions', { email }) }}
      />
      {actions.dialog}
    </>
  );
}
