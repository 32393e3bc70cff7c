"""The Dask engine on real processes: the same result as here, also when a worker or a whole node is killed."""

from __future__ import annotations

import datetime
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from pitboss.analysis import questions
from pitboss.cardplay.holdem import solution as holdem
from pitboss.cardplay.paigow import solution as pai_gow
from pitboss.cardplay.paigow.solution import PaiGowRules
from pitboss.compute.engines import Certificates, DaskEngine, LocalEngine
from pitboss.core.errors import BadInput
from pitboss.simulator.kernel import CHUNK_ROUNDS
from pitboss.simulator.run import simulate
from pitboss.table_games.fu_bacc.kernel import KERNEL
from pitboss.table_games.ultimate_texas_holdem.solve import approved_rules
from tests.patience import PATIENCE_S

pytestmark = [
    # the cluster's own clean-up of sockets and loops when its processes are killed
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
    # a slow disk
    pytest.mark.filterwarnings("ignore:Creating scratch directories:UserWarning"),
]

ROUNDS = 24 * CHUNK_ROUNDS + 77


def dealer():
    return KERNEL.dealer(questions.queries("fu-bacc", "main")[0])


def expected():
    return simulate(dealer(), ROUNDS, 11, LocalEngine(2)).counts


def changes_nothing(engine: DaskEngine, kill: Callable[[], None]) -> None:
    killed: list[int] = []

    def kill_once(done: int, total: int) -> None:
        if done == 3 and not killed:
            killed.append(done)
            kill()

    assert simulate(dealer(), ROUNDS, 11, engine, kill_once).counts == expected()
    assert killed


def test_a_killed_worker_changes_nothing() -> None:
    with DaskEngine(workers=2) as engine:
        victims = engine.worker_processes()
        changes_nothing(engine, lambda: os.kill(victims[0], signal.SIGKILL))


class Cluster:
    """A scheduler and nodes as separate process groups, as on several machines."""

    def __init__(self, folder: Path, tls: list[str]) -> None:
        self.file = folder / "scheduler.json"
        self.tls = tls
        self.processes: list[subprocess.Popen[bytes]] = []
        self.log = (folder / "log").open("wb")
        protocol = "tls" if tls else "tcp"
        here = "--host 127.0.0.1 --port 0 --dashboard-address 127.0.0.1:0 --protocol"
        self.start("scheduler", *here.split(), protocol)
        self.address = self.announced()

    def announced(self) -> str:
        """The scheduler writes its file in two steps: it is there before it is whole."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            try:
                return json.loads(self.file.read_text())["address"]
            except (OSError, ValueError):
                time.sleep(0.1)
        raise TimeoutError("no scheduler")

    def start(self, kind: str, *args: str) -> subprocess.Popen[bytes]:
        command = [
            str(Path(sys.executable).with_name("dask")), kind, "--scheduler-file", str(self.file), *args,
            *self.tls,
        ]  # fmt: skip
        process = subprocess.Popen(command, stdout=self.log, stderr=self.log, start_new_session=True)
        self.processes.append(process)
        return process

    def node(self) -> subprocess.Popen[bytes]:
        return self.start("worker", "--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard")

    def stop(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.log.close()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path, [])
    yield made
    made.stop()


def test_a_killed_node_changes_nothing(cluster: Cluster) -> None:
    nodes = [cluster.node(), cluster.node()]
    with DaskEngine(cluster.address, timeout_s=PATIENCE_S) as engine:
        engine._client.wait_for_workers(2, timeout=PATIENCE_S)
        changes_nothing(engine, lambda: os.killpg(nodes[0].pid, signal.SIGKILL))


def test_a_cluster_over_tls(tmp_path: Path) -> None:
    files = make_certificates(tmp_path)
    tls = ["--tls-ca-file", files.ca, "--tls-cert", files.cert, "--tls-key", files.key]
    made = Cluster(tmp_path, tls)
    try:
        made.node()
        assert made.address.startswith("tls://")
        with DaskEngine(made.address, certificates=files, timeout_s=PATIENCE_S) as engine:
            engine._client.wait_for_workers(1, timeout=PATIENCE_S)
            here, there = (simulate(dealer(), 3 * CHUNK_ROUNDS, 11, *on).counts for on in ((), (engine,)))
            assert here == there
    finally:
        made.stop()


def make_certificates(folder: Path) -> Certificates:
    """One self-signed certificate that both sides trust."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "pitboss test")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, secret = folder / "cert.pem", folder / "key.pem"
    pem.write_bytes(certificate.public_bytes(Encoding.PEM))
    secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return Certificates(str(pem), str(pem), str(secret))


def test_no_scheduler_there_is_a_clear_error() -> None:
    with pytest.raises(BadInput, match="No Dask cluster answers"):
        DaskEngine("127.0.0.1:9", timeout_s=2)


def hold_em() -> tuple[Callable[..., Any], Sequence[Any]]:
    flops = [holdem.FlopTask(approved_rules(), (first, first + 1)) for first in range(0, 8, 2)]
    return holdem.solve_task, flops


def face_up() -> tuple[Callable[..., Any], Sequence[Any]]:
    return pai_gow.run, pai_gow.tasks(PaiGowRules())[:4]


@pytest.mark.long
@pytest.mark.parametrize("solver", [hold_em, face_up])
def test_exact_solutions_run_on_it_too(
    solver: Callable[[], tuple[Callable[..., Any], Sequence[Any]]],
) -> None:
    """A few parts bit for bit as here; the whole solution adds up the same arrays."""
    function, parts = solver()
    with DaskEngine(workers=2) as engine:
        for here, there in zip(LocalEngine(1).map(function, parts), engine.map(function, parts), strict=True):
            pairs = zip(arrays(here), arrays(there), strict=True)
            assert all(np.array_equal(mine, theirs) for mine, theirs in pairs)


def arrays(part):
    return part if isinstance(part, tuple) else (part,)
