-- What visitors and members send us. Only the service stores it, after its own checks and rate limits.

create table public.feedback (
  id bigint generated always as identity primary key,
  text text not null check (char_length(text) between 1 and 5000),
  -- Only of those who would like an answer.
  email text check (char_length(email) between 3 and 254 and email ~ '^[^\s@]+@[^\s@]+$'),
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  -- The path of the page that it is about.
  page text check (char_length(page) between 1 and 300),
  user_id uuid references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);

create index feedback_created_at on public.feedback (created_at desc);
create index feedback_user_id on public.feedback (user_id);

create table public.api_preregistrations (
  id bigint generated always as identity primary key,
  email text not null check (char_length(email) between 3 and 254 and email ~ '^[^\s@]+@[^\s@]+$'),
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  created_at timestamptz not null default now()
);

create unique index api_preregistrations_email on public.api_preregistrations (lower(email));

alter table public.feedback enable row level security;
alter table public.api_preregistrations enable row level security;

create policy "all with feedback.read" on public.feedback
  for select to authenticated
  using ((select public.has_permission('feedback.read')));

create policy "all with feedback.read" on public.api_preregistrations
  for select to authenticated
  using ((select public.has_permission('feedback.read')));
