export type {
  AdminApi,
  DashboardDays,
  Filter,
  ListRequest,
  Page,
  PageRequest,
  UserSort,
  UsersRequest,
} from './api/admin-api.ts';
export { AdminError, type AdminErrorCode } from './api/admin-error.ts';
export { createAdminApi } from './api/create-admin-api.ts';
export type * from './api/schemas.ts';
export { type Difference, differences } from './audit/differences.ts';
