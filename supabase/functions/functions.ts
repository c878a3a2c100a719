import type { FunctionHandler } from './_shared/context.ts';
import { handleApiPreregister } from './api-preregister/handle.ts';
import { handleApiPreregisterConfirm } from './api-preregister-confirm/handle.ts';
import { handleBillingPortal } from './billing-portal/handle.ts';
import { handleCheckout } from './checkout/handle.ts';
import { handleDeleteAccount } from './delete-account/handle.ts';
import { handleFeedback } from './feedback/handle.ts';
import { handleGenerateBackground } from './generate-background/handle.ts';
import { handleGeoLocation } from './geo-location/handle.ts';
import { handleImageProxy } from './image-proxy/handle.ts';
import { handleNotifySearchEngines } from './notify-search-engines/handle.ts';
import { handlePaymentWebhook } from './payment-webhook/handle.ts';
import { handleSubscription } from './subscription/handle.ts';
import { handleWebhookAdmin } from './webhook-admin/handle.ts';

/**
 * Functions by the name in their address, `/functions/v1/<name>`. The object has no prototype, so any other name is
 * undefined.
 */
export const functions: Readonly<Record<string, FunctionHandler>> = Object.assign(
  Object.create(null) as Record<string, FunctionHandler>,
  {
    'api-preregister': handleApiPreregister,
    'api-preregister-confirm': handleApiPreregisterConfirm,
    'billing-portal': handleBillingPortal,
    checkout: handleCheckout,
    'delete-account': handleDeleteAccount,
    feedback: handleFeedback,
    'generate-background': handleGenerateBackground,
    'geo-location': handleGeoLocation,
    'image-proxy': handleImageProxy,
    'notify-search-engines': handleNotifySearchEngines,
    'payment-webhook': handlePaymentWebhook,
    subscription: handleSubscription,
    'webhook-admin': handleWebhookAdmin,
  },
);
