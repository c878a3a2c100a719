export { FailureBanner, type FailureBannerProps, type FailureProps } from './failure.tsx';
export { ManageView } from './manage-view.tsx';
export {
  type MembershipEnvironment,
  type MembershipPage,
  MembershipProvider,
  type PaymentForm,
} from './membership-context.tsx';
export { membershipKey, membershipQueries } from './membership-queries.ts';
export { PaymentsView } from './payments-view.tsx';
export { PlansView } from './plans-view.tsx';
export { mutationDefaults, queryDefaults } from './query-defaults.ts';
export { queryState } from './query-state.ts';
export { usePlanName } from './use-format.ts';
