import { createFileRoute } from '@tanstack/react-router';

import { FaqPage } from '#features/faq/faq-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/faq')({ ...pageRoute('faq'), component: FaqPage });
