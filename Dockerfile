# indagate as a service. Build: docker build -t indagate .   What it is given, and how it is reached: docs/serve.md
FROM python:3.13-slim

# bubblewrap confines what agents compute and proofs compile; coq checks proofs
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap coq \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --create-home indagate \
 && install -d -o indagate /data

USER indagate
WORKDIR /home/indagate/source
COPY --chown=indagate pyproject.toml README.md LICENSE ./
COPY --chown=indagate requirements ./requirements
COPY --chown=indagate src ./src
COPY --chown=indagate examples ./examples
RUN python -m venv /home/indagate/venv \
 && /home/indagate/venv/bin/python -m pip install --no-cache-dir --no-deps --require-hashes -r requirements/run.txt \
 && /home/indagate/venv/bin/python -m pip install --no-cache-dir '.[serve]' \
 && /home/indagate/venv/bin/python -m indagate.cli.precompile

ENV PATH=/home/indagate/venv/bin:$PATH
WORKDIR /data
VOLUME /data
EXPOSE 8765
ENTRYPOINT ["indagate"]
CMD ["serve", "--home", "/data"]
