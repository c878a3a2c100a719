-- PostgreSQL takes these statements for expensive and compiles them, which takes half a second; to run them takes milliseconds.
alter function public.admin_dashboard(numeric) set jit = off;
alter function public.admin_revenue(date, date) set jit = off;
