# Stands in for the official image of nginx where only Debian's packages can be reached (`npm run try-containers`).
FROM localhost/isola-debian
RUN apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends nginx-light \
  && rm -rf /var/lib/apt/lists/* /etc/nginx/sites-enabled/default
CMD ["nginx", "-g", "daemon off;"]
