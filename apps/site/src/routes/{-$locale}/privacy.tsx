import { createFileRoute } from '@tanstack/react-router';

import { PrivacyPage } from '#features/legal/privacy-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/privacy')({ ...pageRoute('privacy'), component: PrivacyPage });
