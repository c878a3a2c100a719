import { createUsageQueue } from '@isola/membership';

import { keptMemberId } from '#backend/kept-session.ts';

/**
 * Counts what members process here. What was processed offline is sent when the network is back, with the next image, or at the
 * next start. It comes with the segmenter: so it holds little, and what speaks to the server is fetched when there is something
 * to send.
 */
export const imageCounts = createUsageQueue({
  storage: () => localStorage,
  memberId: keptMemberId,
  send: async ({ memberId, keys, madeOn }) => {
    const { requireSupabase } = await import('#backend/open-auth.ts');
    const supabase = await requireSupabase();
    const { data } = await supabase.auth.getSession();
    if (data.session?.user.id !== memberId) throw new Error('Another account is signed in by now');
    const { error } = await supabase.rpc('count_device_images', { keys, made_on: madeOn });
    if (error) throw new Error(error.message);
  },
});

addEventListener('online', () => void imageCounts.send());
// Counts that an earlier visit could not send are sent now.
void imageCounts.send();
