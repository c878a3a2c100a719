-- Of a day 20,000 images of a member are counted. What goes beyond was left out without a word: the caller is told now, the
-- day's row keeps how many there were, and the database's log says so.

alter table public.usage_days add column left_out bigint not null default 0 check (left_out >= 0);
comment on column public.usage_days.left_out is 'images that were sent and not counted, because the day had 20,000 already';

-- As before; returns { counted, left_out }.
drop function public.count_device_images(uuid[], date);
create function public.count_device_images(keys uuid[], made_on date default null) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  me uuid := auth.uid();
  today date := (now() at time zone 'utc')::date;
  on_day date := greatest(least(coalesce(made_on, today), today), today - 59);
  counted_before bigint;
  counted integer;
  over_bound bigint;
begin
  if keys is null or cardinality(keys) not between 1 and 1000 or array_position(keys, null) is not null then
    raise invalid_parameter_value using message = 'keys must be 1 to 1000';
  end if;
  -- Another call of this member waits here until this one has counted.
  insert into public.usage_days (user_id, kind, day) values (me, 'device', on_day) on conflict do nothing;
  select images into counted_before from public.usage_days
  where user_id = me and kind = 'device' and day = on_day for update;
  with given as (
    select distinct sent.image_key from unnest(keys) as sent (image_key)
    where not exists (
      select from private.counted_images as known where known.user_id = me and known.image_key = sent.image_key
    )
  ), added as (
    insert into private.counted_images (user_id, image_key)
    select me, image_key from given order by image_key limit greatest(0, 20000 - counted_before)
    on conflict do nothing returning 1
  )
  select (select count(*) from added), greatest(0, (select count(*) from given) - greatest(0, 20000 - counted_before))
  into counted, over_bound;
  update public.usage_days set images = images + counted where user_id = me and kind = 'device' and day = on_day;
  insert into public.usage_months as month_of (user_id, kind, month, images)
  values (me, 'device', date_trunc('month', on_day)::date, counted)
  on conflict (user_id, kind, month) do update set images = month_of.images + excluded.images;
  if over_bound > 0 then
    update public.usage_days as day_of set left_out = day_of.left_out + over_bound
    where user_id = me and kind = 'device' and day = on_day;
    raise warning 'count_device_images: % images of member % on % were left out', over_bound, me, on_day;
  end if;
  return jsonb_build_object('counted', counted, 'left_out', over_bound);
end;
$$;

select public.apply_grants();
