export { ManageView } from './manage-view.tsx';
export {
  type MembershipEnvironment,
  type MembershipPage,
  MembershipProvider,
  type PaymentForm,
} from './membership-context.tsx';
export { PaymentsView } from './payments-view.tsx';
export { PlansView } from './plans-view.tsx';
