import { createFileRoute } from '@tanstack/react-router';

import { EcommercePage } from '#features/landing/ecommerce-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/ecommerce')({ ...pageRoute('ecommerce'), component: EcommercePage });
