export { type AdminEnvironment, type AdminPage, AdminProvider, type AdminSearch } from './admin-context.tsx';
export { CodeForm } from './second-factor/code-form.tsx';
export { FactorSetup } from './second-factor/factor-setup.tsx';
export { DashboardView } from './dashboard/dashboard-view.tsx';
export { PaymentsView } from './payments/payments-view.tsx';
export { RevenueView } from './revenue/revenue-view.tsx';
export { SettingsView } from './settings/settings-view.tsx';
export { UsersView } from './users/users-view.tsx';
export { WebhooksView } from './webhooks/webhooks-view.tsx';
