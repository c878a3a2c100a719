import { createUsageQueue } from '@isola/membership';

import { keptMemberId } from '#backend/kept-session.ts';
import { requireSupabase } from '#backend/open-auth.ts';

/** Counts what members process here. What was processed offline is sent when the network is back, and with the next image. */
export const imageCounts = createUsageQueue({
  storage: localStorage,
  memberId: keptMemberId,
  send: async ({ memberId, keys, madeOn }) => {
    const supabase = await requireSupabase();
    const { data } = await supabase.auth.getSession();
    if (data.session?.user.id !== memberId) throw new Error('Another account is signed in by now');
    const { error } = await supabase.rpc('count_device_images', { keys, made_on: madeOn });
    if (error) throw new Error(error.message);
  },
});

addEventListener('online', () => void imageCounts.send());
// What an earlier visit could not send.
void imageCounts.send();
