import type { AllowanceLimit, FunctionContext } from '../_shared/context.ts';
import { FunctionError } from '../_shared/function-error.ts';

/** Images that are counted for this caller before the provider is asked. */
export interface Reservation {
  /** Number of reserved images; fewer than requested when fewer are left. */
  readonly count: number;
  /**
   * Gives back images that were not made.
   * @returns the number of images that remain today; null without a limit.
   */
  readonly settle: (made: number) => Promise<number | null>;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Reserves images from the ceiling of the day. Those of a visitor also count for the address, those of a member for the
 * plan, and those of a member without a paid plan for both.
 * @param requestKey key of this request; a request sent again is counted once.
 * @throws {FunctionError} `limit-reached` 429 with `limit` (`day`, `month`, or `site` for a limit that several callers
 *   share), `member`, and in `Retry-After` the seconds until images are available again; `already-requested` 409.
 */
export async function reservePictures(
  context: FunctionContext,
  requestKey: string,
  count: number,
): Promise<Reservation> {
  const member = await context.member();
  return await within(await takeOfDay(context, member !== null, count), async (left) => {
    if (member === null) return await takeOfAddress(context, visitorLimit(context.environment), false, left);
    const ofPlan = (max: number) => reserveForMember(context, member, requestKey, max);
    if ((await context.call('has_paid_plan', { member })) === true) return await ofPlan(left);
    return await within(await takeOfAddress(context, freeMemberLimit(context.environment), true, left), ofPlan);
  });
}

/** Reserves within a wider reservation, which gets back the images that the narrower one does not use. */
async function within(wider: Reservation, reserve: (max: number) => Promise<Reservation>): Promise<Reservation> {
  try {
    const narrower = await reserve(wider.count);
    return {
      count: narrower.count,
      settle: async (made) => {
        const left = [await wider.settle(made), await narrower.settle(made)].filter((each) => each !== null);
        return left.length > 0 ? Math.min(...left) : null;
      },
    };
  } catch (error) {
    await wider.settle(0);
    throw error;
  }
}

/** Takes images from the ceiling of all images of a day, which the database counts. */
async function takeOfDay({ call }: FunctionContext, member: boolean, images: number): Promise<Reservation> {
  const { day, taken } = (await call('take_ai_images_of_day', { images })) as {
    readonly day: string;
    readonly taken: number;
  };
  if (taken === 0) throw limitReached('site', member, secondsUntil(startOfNext('day')));
  return {
    count: taken,
    settle: async (made) => {
      if (made < taken) await call('give_back_ai_images_of_day', { on_day: day, images: taken - made });
      return null;
    },
  };
}

async function takeOfAddress(
  { allowance }: FunctionContext,
  limit: AllowanceLimit,
  member: boolean,
  count: number,
): Promise<Reservation> {
  const { taken, left, waitSeconds } = await allowance.take(limit, count);
  if (taken === 0) throw limitReached(member ? 'site' : 'day', member, waitSeconds);
  return {
    count: taken,
    settle: async (made) => {
      const unmade = taken - made;
      if (unmade > 0) await allowance.giveBack(limit, unmade);
      return left + unmade;
    },
  };
}

/** Returns the limits of visitors. @throws when a setting cannot be used; the message names it. */
function visitorLimit(environment: FunctionContext['environment']): AllowanceLimit {
  return {
    name: 'ai-pictures',
    windowMs: dayMs,
    requests: countIn('AI_VISITOR_IMAGES', environment, 4),
    requestsOfAll: countIn('AI_VISITORS_IMAGES', environment, 200),
  };
}

/**
 * Returns the limits of members without a paid plan. They share the limit of all with the visitors. Their address has a
 * limit of its own, so that several accounts at one address get no more images than one account.
 * @throws when a setting cannot be used; the message names it.
 */
export function freeMemberLimit(environment: FunctionContext['environment']): AllowanceLimit {
  return {
    ...visitorLimit(environment),
    name: 'ai-pictures-of-members',
    requests: countIn('AI_FREE_MEMBER_IMAGES', environment, 50),
    sharedAs: 'ai-pictures',
  };
}

async function reserveForMember(
  { call }: FunctionContext,
  member: string,
  requestKey: string,
  images: number,
): Promise<Reservation> {
  const parameters = { member, request_key: requestKey };
  const answer = (await call('reserve_ai_images', { ...parameters, images })) as {
    readonly outcome: 'reserved' | 'repeated' | 'limit-day' | 'limit-month';
    readonly images: number;
    readonly left: number | null;
  };
  switch (answer.outcome) {
    case 'reserved':
      return {
        count: answer.images,
        settle: async (made) => {
          await call('settle_ai_images', { ...parameters, made });
          return answer.left === null ? null : answer.left + answer.images - made;
        },
      };
    case 'repeated':
      throw new FunctionError('already-requested', 409, 'This request was made before: use a new key');
    case 'limit-day':
      throw limitReached('day', true, secondsUntil(startOfNext('day')));
    case 'limit-month':
      throw limitReached('month', true, secondsUntil(startOfNext('month')));
    default:
      throw new FunctionError('unavailable', 503, `The database answered ${String(answer.outcome satisfies never)}`);
  }
}

function limitReached(limit: 'day' | 'month' | 'site', member: boolean, waitSeconds: number): FunctionError {
  return new FunctionError('limit-reached', 429, `No pictures remain: the limit of the ${limit} is reached`, {
    details: { limit, member, remainingToday: 0 },
    ...(waitSeconds > 0 && { headers: { 'retry-after': String(waitSeconds) } }),
  });
}

/** Returns the start of the next day or month in UTC, as the database counts them. */
function startOfNext(period: 'day' | 'month'): number {
  const now = new Date();
  return period === 'day'
    ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
    : Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
}

function secondsUntil(timeMs: number): number {
  return Math.max(1, Math.ceil((timeMs - Date.now()) / 1_000));
}

function countIn(name: string, environment: FunctionContext['environment'], usual: number): number {
  const number = Number(environment(name) || usual);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new Error(`${name} is no whole number`);
}
