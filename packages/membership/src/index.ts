export { createMembershipApi } from './api/create-membership-api.ts';
export type { MembershipApi } from './api/membership-api.ts';
export { formatsFor } from './format.ts';
export { createUsageQueue, type UsageBatch, type UsageQueue, type UsageQueueOptions } from './usage/usage-queue.ts';
export type { FontFile, Typeface } from './invoice/embed-fonts.ts';
export { MembershipError, type MembershipErrorCode } from './api/membership-error.ts';
export type {
  CheckoutStatus,
  Invoice,
  Joining,
  Membership,
  Payment,
  Plan,
  Subscription,
  UsageDay,
} from './api/schemas.ts';
