import { createFileRoute } from '@tanstack/react-router';

import { TermsPage } from '#features/legal/terms-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/terms')({ ...pageRoute('terms'), component: TermsPage });
