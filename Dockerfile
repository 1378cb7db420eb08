# The tool with what it loads (libcurl, LAPACK), for an unprivileged user: make dist, with UNLICENSED=1 until there is a LICENSE,
# then docker build -t quadcal .
# and docker run --rm -v "$PWD:/data" quadcal check markers; with --user "$(id -u)" it may write there.
FROM --platform=linux/amd64 debian:bookworm-slim
COPY dist/quadcal_*_amd64.deb /srv/
RUN apt-get update && apt-get install --yes --no-install-recommends /srv/quadcal_*_amd64.deb libcurl4 ca-certificates liblapacke libopenblas0-pthread && rm -rf /var/lib/apt/lists/* /srv/quadcal_*_amd64.deb
RUN useradd --create-home --uid 1000 quadcal
USER quadcal
WORKDIR /data
ENTRYPOINT ["quadcal"]
