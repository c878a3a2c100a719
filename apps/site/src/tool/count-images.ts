import { createUsageQueue } from '@isola/membership';

import { keptMemberId } from '#backend/kept-session.ts';

/**
 * Counts the images that members process on this device. Counts made offline are sent when the browser is online again,
 * with the next image, or at the next start. This module is loaded together with the segmenter, so it is small: the
 * code that calls the server is imported only when there is something to send.
 */
export const imageCounts = createUsageQueue({
  storage: () => localStorage,
  memberId: keptMemberId,
  send: async ({ memberId, keys, madeOn }) => {
    const { requireSupabase } = await import('#backend/open-auth.ts');
    const supabase = await requireSupabase();
    const session = await supabase.currentSession();
    if (session?.user.id !== memberId) throw new Error('Another account has signed in meanwhile');
    const { error } = await supabase.rpc('count_device_images', { keys, made_on: madeOn });
    if (error) throw new Error(error.message);
  },
});

addEventListener('online', () => void imageCounts.send());
// Counts that an earlier visit could not send are sent when this module loads.
void imageCounts.send();
