export { createMembershipApi } from './api/create-membership-api.ts';
export type { MembershipApi } from './api/membership-api.ts';
export { MembershipError, type MembershipErrorCode } from './api/membership-error.ts';
export type { Invoice, Joining, Membership, Payment, Plan, Subscription, UsageDay } from './api/schemas.ts';
